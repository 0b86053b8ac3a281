/** Loaded into a process under measurement: says at its end how much memory it had at most. */
process.on('exit', () => process.stdout.write(`peak ${process.resourceUsage().maxRSS} kB\n`));
