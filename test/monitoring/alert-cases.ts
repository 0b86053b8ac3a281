/** One alert: what Prometheus has scraped every 15 s, when it must be silent and when it must fire, and what it then says. */
export type AlertCase = {
  readonly alert: string;
  /** Values of each series in the notation of promtool, without the labels that all have: `0+5x80` adds 5, 80 times. */
  readonly series: Readonly<Record<string, string>>;
  /** Without it, the alert fires whatever came before. */
  readonly silentAt?: string;
  readonly firesAt: string;
  /** Labels besides `severity`. `ALL` is those of a series of its own: the job and the instance. */
  readonly labels?: Readonly<Record<string, string>>;
  readonly severity: 'critical' | 'warning';
  readonly summary: string;
  readonly description: string;
};

const ALL = { job: 'seller-service', instance: 'a' };
/** 99 of 100 that are over in time, and one that is not, is exactly the limit: here all are late. */
const lateAfter = (name: string, labels: string, seconds: number) => ({
  [`${name}_bucket{${labels}le="${seconds}"}`]: '0x80',
  [`${name}_bucket{${labels}le="${seconds * 2}"}`]: '0+100x80',
  [`${name}_bucket{${labels}le="+Inf"}`]: '0+100x80',
});

/** The alerts that `alert-rules.yml`, which has the cases with several alerts, does not let fire. */
export const alertCases: readonly AlertCase[] = [
  {
    alert: 'ServiceNotScraped',
    // Prometheus drops a target that is gone after 5 minutes.
    series: { 'up{}': '1x8 _x60' },
    silentAt: '11m',
    firesAt: '13m',
    labels: { job: 'seller-service' },
    severity: 'critical',
    summary: 'Prometheus knows no process of the service',
    description: 'There is no target with job=seller-service: no other alert of this file can fire.',
  },
  {
    alert: 'ServiceNotReady',
    series: { 'service_ready{}': '1x8 0x20' },
    silentAt: '3m',
    firesAt: '4m',
    labels: ALL,
    severity: 'critical',
    summary: 'a is not ready',
    description: 'A part that the process cannot work without has failed for a minute. /health/ready says which.',
  },
  {
    alert: 'PartDegraded',
    series: {
      'service_part_state{part="rate limits",state="degraded"}': '0x8 1x40',
      'service_part_state{part="store writes",state="degraded"}': '1x48',
    },
    silentAt: '6m',
    firesAt: '9m',
    labels: { ...ALL, part: 'rate limits', state: 'degraded' },
    severity: 'warning',
    summary: 'rate limits of a is degraded',
    description: 'The process does its main work, but rate limits has not worked fully for 5 minutes.',
  },
  {
    alert: 'ProcessRestarting',
    series: { 'process_start_time_seconds{}': '100x8 200x8 300x8 400x8 500x8' },
    silentAt: '8m',
    firesAt: '10m',
    labels: ALL,
    severity: 'warning',
    summary: 'a restarts again and again',
    description: 'The process started 4 times within 30 minutes.',
  },
  {
    alert: 'EventLoopSlow',
    series: lateAfter('event_loop_delay_seconds', '', 0.25),
    silentAt: '4m',
    firesAt: '8m',
    labels: { instance: 'a' },
    severity: 'warning',
    summary: 'The event loop of a is late',
    description: 'One in a hundred timers runs 497.5ms late: every request waits as long.',
  },
  {
    alert: 'EventLoopStalls',
    series: {
      'event_loop_stalls_total{kind="statement",work="history"}': '0x8 1+2x40',
      'event_loop_stalls_total{kind="processor",work=""}': '0+5x48',
    },
    silentAt: '2m',
    firesAt: '20m',
    labels: { instance: 'a', kind: 'statement', work: 'history' },
    severity: 'warning',
    summary: 'statement history blocks a again and again',
    description: 'It kept the event loop for more than 100 ms 59 times within 15 minutes.',
  },
  {
    alert: 'FileDescriptorsLow',
    series: { 'process_open_fds{}': '79x20 90x40', 'process_max_fds{}': '100x60' },
    silentAt: '9m',
    firesAt: '11m',
    labels: ALL,
    severity: 'warning',
    summary: 'a has few file descriptors left',
    description: '90% of the file descriptors are in use.',
  },
  {
    alert: 'LogLinesDropped',
    series: { 'log_lines_dropped_total{}': '7x20 107x20' },
    silentAt: '5m',
    firesAt: '6m',
    labels: ALL,
    severity: 'warning',
    summary: 'a drops log lines',
    description: '100 lines were dropped within 5 minutes: the output of the log cannot be written.',
  },
  {
    alert: 'ConnectionsDropped',
    series: { 'http_connections_dropped_total{server="api"}': '0x20 40x20' },
    silentAt: '5m',
    firesAt: '6m',
    labels: { instance: 'a', server: 'api' },
    severity: 'warning',
    summary: 'a has its maximum of connections',
    description: '40 connections to the api port were closed at once within 5 minutes.',
  },
  {
    alert: 'ManyRequestsRefused',
    series: {
      'rate_limit_requests_total{limit="caller",result="accepted"}': '0+10x120',
      'rate_limit_requests_total{limit="caller",result="refused"}': '0+10x120',
      'rate_limit_requests_total{limit="client",result="accepted"}': '0+10x120',
      'rate_limit_requests_total{limit="client",result="refused"}': '0+1x120',
    },
    silentAt: '14m',
    firesAt: '20m',
    labels: { limit: 'caller' },
    severity: 'warning',
    summary: 'Many requests exceed a rate limit',
    description: '50% of the requests of the limit caller get 429.',
  },
  {
    alert: 'StoreDamaged',
    series: {
      'store_failures_total{reason="damaged"}': '0x20 2x40',
      'store_failures_total{reason="unavailable"}': '0+9x60',
    },
    silentAt: '5m',
    firesAt: '6m',
    labels: { ...ALL, reason: 'damaged' },
    severity: 'critical',
    summary: 'The data store of a is damaged',
    description: 'Statements met damaged data 2 times within 15 minutes.',
  },
  {
    alert: 'StoreUnavailable',
    series: { 'store_failures_total{reason="unavailable"}': '0x20 0+15x40' },
    silentAt: '5m',
    firesAt: '14m',
    labels: { instance: 'a' },
    severity: 'critical',
    summary: 'The data store of a fails',
    description: '1 statements and transactions a second fail: callers get 503.',
  },
  {
    alert: 'StoreSlow',
    series: {
      ...lateAfter('store_duration_seconds', 'engine="sqlite",kind="read",', 0.1),
      // As slow as that, but a write may be.
      ...lateAfter('store_duration_seconds', 'engine="sqlite",kind="write",', 0.2),
    },
    silentAt: '9m',
    firesAt: '12m',
    labels: { engine: 'sqlite', kind: 'read' },
    severity: 'warning',
    summary: 'The data store is slow',
    description: 'One read in a hundred takes longer than 199ms on sqlite.',
  },
  {
    alert: 'SweepFailing',
    series: {
      'sweep_duration_seconds_count{sweep="audit",outcome="failed"}': '1x20 9x40',
      'sweep_duration_seconds_count{sweep="events",outcome="done"}': '0+9x60',
    },
    silentAt: '5m',
    firesAt: '10m',
    labels: { sweep: 'audit' },
    severity: 'warning',
    summary: 'Old data is not removed: audit',
    description: 'The sweep failed 8.1 times within an hour. The store grows meanwhile.',
  },
  {
    alert: 'ProviderRejectsService',
    series: {
      'identity_provider_duration_seconds_count{endpoint="introspection",outcome="rejected"}': '0x20 20x40',
      'identity_provider_duration_seconds_count{endpoint="token",outcome="rejected"}': '0+9x60',
    },
    silentAt: '5m',
    firesAt: '7m',
    severity: 'critical',
    summary: "The identity provider rejects the service's own credential",
    description: '20 requests of the service itself got 4xx within 5 minutes: no token can be checked.',
  },
  {
    alert: 'ProviderSlow',
    series: lateAfter('identity_provider_duration_seconds', 'endpoint="introspection",', 2),
    silentAt: '9m',
    firesAt: '12m',
    labels: { endpoint: 'introspection' },
    severity: 'warning',
    summary: 'The identity provider is slow',
    description: 'One check of a token in a hundred takes longer than 3.98s.',
  },
  {
    alert: 'QueueNotMeasured',
    series: { 'notification_queue_measured{}': '1x20 0x40' },
    silentAt: '9m',
    firesAt: '11m',
    severity: 'warning',
    summary: 'The queue of notifications cannot be measured',
    description:
      "The store has not answered the worker's scrapes in time for 5 minutes: the alerts about lag cannot fire.",
  },
  {
    alert: 'DispatchLag',
    series: { 'notification_dispatch_age_seconds{}': '29x20 45x40' },
    silentAt: '5m',
    firesAt: '8m',
    severity: 'warning',
    summary: 'Sellers are told late what changed',
    description: 'The oldest change of the market has waited for 45s.',
  },
  {
    alert: 'ItemsPostponed',
    series: { 'notification_dispatch_postponed{}': '0x20 3x40' },
    silentAt: '9m',
    firesAt: '11m',
    severity: 'warning',
    summary: 'The events of some items cannot be addressed to sellers',
    description: 'The events of 3 items fail again and again.',
  },
  {
    alert: 'ReportsLate',
    series: { 'reports_waiting_age_seconds{}': '3500x20 3660x40' },
    silentAt: '9m',
    firesAt: '16m',
    severity: 'warning',
    summary: 'Reports of sellers wait too long',
    description: 'The oldest report has waited for 1h 1m 0s.',
  },
  {
    alert: 'ReportsFailing',
    series: {
      'reports_failed{code="DiskFull"}': '0x20 2x40',
      'reports_failed{code="SellerLimit"}': '9x60',
    },
    silentAt: '9m',
    firesAt: '16m',
    labels: { code: 'DiskFull' },
    severity: 'warning',
    summary: 'Reports of sellers fail (DiskFull)',
    description: '2 reports of the last hour could not be made.',
  },
  {
    alert: 'DeliveriesFailing',
    series: {
      'notification_attempt_duration_seconds_count{type="SMS",outcome="failed"}': '0+6x160',
      'notification_attempt_duration_seconds_count{type="SMS",outcome="refused"}': '0+3x160',
      'notification_attempt_duration_seconds_count{type="SMS",outcome="delivered"}': '0+3x160',
      'notification_attempt_duration_seconds_count{type="EMAIL",outcome="failed"}': '0+4x160',
      'notification_attempt_duration_seconds_count{type="EMAIL",outcome="delivered"}': '0+6x160',
    },
    silentAt: '14m',
    firesAt: '30m',
    labels: { type: 'SMS' },
    severity: 'warning',
    summary: 'Most notifications do not arrive (SMS)',
    description: '75% of the attempts fail.',
  },
];

const withLabels = (selector: string) =>
  selector.replace(/\{(.*)\}$/, (_, more: string) => `{job="seller-service",instance="a"${more && `,${more}`}}`);

/** The file for `promtool test rules`; JSON is YAML. */
export function unitTestsOf(cases: readonly AlertCase[], ruleFile: string): string {
  const tests = cases.map(({ alert, series, silentAt, firesAt, labels, severity, summary, description }) => ({
    name: alert,
    interval: '15s',
    input_series: Object.entries(series).map(([selector, values]) => ({ series: withLabels(selector), values })),
    alert_rule_test: [
      ...(silentAt ? [{ eval_time: silentAt, alertname: alert }] : []),
      {
        eval_time: firesAt,
        alertname: alert,
        exp_alerts: [
          {
            exp_labels: { severity, ...labels },
            exp_annotations: { summary, description, runbook: `docs/runbook.md#${alert.toLowerCase()}` },
          },
        ],
      },
    ],
  }));
  return JSON.stringify({ rule_files: [ruleFile], evaluation_interval: '1m', tests });
}
