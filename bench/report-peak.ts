/** Preloaded into the measured process: prints its peak memory and its processor time at its end. */
process.on('exit', () => {
  const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage();
  process.stdout.write(`peak ${maxRSS} kB, cpu ${(userCPUTime + systemCPUTime) / 1e6} s\n`);
});
