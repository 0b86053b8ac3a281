/** Preloaded into the measured process: prints its peak memory at its end. */
process.on('exit', () => process.stdout.write(`peak ${process.resourceUsage().maxRSS} kB\n`));
