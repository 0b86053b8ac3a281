import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..', '..');
export const pathOf = (...path: string[]) => join(root, ...path);
export const read = (...path: string[]) => readFileSync(pathOf(...path), 'utf8');

export type DocumentedMetric = { name: string; type: string; several: string; isConditional: boolean };

/** The rows of the tables in docs/monitoring.md. Those of the last table exist only with a setting. */
export function documentedMetrics(): DocumentedMetric[] {
  const page = read('docs', 'monitoring.md');
  const conditionalFrom = page.indexOf('### With a server');
  return [...page.matchAll(/^\| `([a-z_]+)` \| (\w+) \| .* \| (\w+) \|$/gm)].map(
    ({ 1: name = '', 2: type = '', 3: several = '', index }) => ({
      ...{ name, type, several, isConditional: index > conditionalFrom },
    }),
  );
}

export type Alert = { name: string; expr: string; text: string };

/** The alerts of deploy/prometheus/alerts.yml. `promtool` checks that it is YAML; here its lines are enough. */
export function alerts(): Alert[] {
  const [, ...texts] = read('deploy', 'prometheus', 'alerts.yml').split(/^ +- alert: /m);
  return texts.map((text) => {
    const expr = /^ +expr: (?:>-\n)?([\s\S]*?)\n +(?:for|labels):/m.exec(text)?.[1] ?? '';
    return { name: text.split('\n', 1)[0] ?? '', expr: expr.replaceAll(/\s+/g, ' ').trim(), text };
  });
}

type Panel = { title: string; type: string; targets?: { refId: string; expr: string; datasource: { uid: string } }[] };
type FieldConfig = { defaults: { thresholds?: { steps: { value: number | null }[] } } };
export type Dashboard = {
  uid: string;
  id: null;
  schemaVersion: number;
  __requires: { type: string; id: string }[];
  panels: (Panel & {
    id: number;
    datasource?: { uid: string };
    gridPos: Record<'x' | 'y' | 'w' | 'h', number>;
    fieldConfig?: FieldConfig;
  })[];
  templating: { list: { name: string; type: string; query: string | { query: string } }[] };
};

export const dashboard = (): Dashboard => JSON.parse(read('deploy', 'grafana', 'seller-service.json'));

/** Every expression of the dashboard, with values for Grafana's variables. */
export function dashboardExpressions(): { title: string; expr: string }[] {
  return dashboard().panels.flatMap(({ title, targets = [] }) =>
    targets.map(({ expr }) => ({
      title,
      expr: expr
        .replaceAll('$__rate_interval', '5m')
        .replaceAll('$job', 'seller-service')
        .replaceAll('$instance', '.*'),
    })),
  );
}

export type Selector = { metric: string; labels: string[] };

/** The metrics that an expression selects, and the labels that it compares. */
export function selectorsIn(expr: string): Selector[] {
  return [...expr.matchAll(/([a-zA-Z_:][\w:]*)\{([^}]*)\}/g)].map(([, metric = '', matchers = '']) => ({
    metric,
    labels: [...matchers.matchAll(/(\w+)\s*(?:=~|!~|!=|=)\s*"/g)].map(([, label = '']) => label),
  }));
}

/** The name of a histogram for the names of its series. */
export const baseName = (series: string, isHistogram: (name: string) => boolean): string => {
  const base = series.replace(/_(?:bucket|sum|count)$/, '');
  return base !== series && isHistogram(base) ? base : series;
};
