/** What Node loads before the service, in each of its processes: NODE_OPTIONS. */
export function preloads(modules: readonly { file: string; settings?: Readonly<Record<string, string>> }[]): string {
  return modules
    .map(({ file, settings = {} }) => {
      const url = new URL(file, import.meta.url);
      for (const [name, value] of Object.entries(settings)) url.searchParams.set(name, value);
      return `--import "${url.href}"`;
    })
    .join(' ');
}
