import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Fault } from '../../../domain/fault.ts';
import { EVENT_KINDS, type EventKind } from '../../../domain/notifications/notification.ts';
import { type Html, html } from '../../../pages/html.ts';
import { siteLinks } from '../../../pages/site-links.ts';
import { sendPage } from '../../answers/send-page.ts';
import { acceptAnyForm, MAX_FORM_BYTES } from '../../requests/any-form.ts';
import { unknownPath } from '../../requests/known-paths.ts';

/** Makes the change of the demo market that causes an event, and says what it was. Rejects with an error that says why it did not. */
export type TriggerEvent = (kind: EventKind) => Promise<string>;

type Settings = { readonly trigger: TriggerEvent | undefined; readonly receiverUrl: string | undefined };

/** `POST /demo/trigger/{event}`: the buttons of the start page. `isDemo`: whether the store still is a demo. */
export const demoTriggerRoutes =
  ({ trigger, receiverUrl }: Settings, isDemo: () => Promise<boolean>) =>
  (scope: FastifyInstance): void => {
    // In a scope of its own: nothing else at these paths takes a form.
    scope.register(async (forms) => {
      acceptAnyForm(forms);
      forms.post('/demo/trigger/:event', {
        bodyLimit: MAX_FORM_BYTES,
        schema: { hide: true },
        handler: async (request, reply) => {
          const { event } = request.params as { event: string };
          const kind = EVENT_KINDS.find((one) => one === event);
          if (!trigger || !kind || !(await isDemo())) throw unknownPath(request);
          mustBeOwnPage(request);
          return sendPage(reply, 200, page(scope.publicPath, kind, await trigger(kind), receiverUrl));
        },
      });
    });
  };

/** A page of another site must not press the button (cross-site request forgery). A program sends neither header. */
function mustBeOwnPage({ headers, host }: FastifyRequest): void {
  const { origin, 'sec-fetch-site': site } = headers;
  const isOwn =
    (site === undefined || site === 'same-origin') && (origin === undefined || URL.parse(origin)?.host === host);
  if (isOwn) return;
  const details = 'Press the button on the start page of this service.';
  throw new Fault('AccessDenied', { message: 'Another site asked for this.', details });
}

const page = (base: string, kind: EventKind, did: string, receiverUrl: string | undefined) => ({
  title: kind,
  width: 'wide' as const,
  links: siteLinks(base, '/'),
  policy: policyOfTriggers,
  body: html`<h1>${kind}</h1>
<p>${did}</p>
${receiverUrl && html`<p>See it arrive at the <a href="${receiverUrl}">demo receiver</a>, or in the <a href="${base}/console/events">console</a>.</p>\n`}${triggerButtons(base)}`,
});

/** The page asks its own site, which must see where the question comes from. */
export const policyOfTriggers = { formAction: "'self'", referrer: 'same-origin', cacheControl: 'no-store' } as const;

export const triggerButtons = (base: string): Html => html`<h2>Cause an event</h2>
<p>Each button makes the real change of the market behind an event. In a terminal: <code>npm run demo -- trigger EVENT</code></p>
<form method="post" class="choices">${EVENT_KINDS.map(
  (kind) => html`<button formaction="${base}/demo/trigger/${kind}">${kind}</button>\n`,
)}</form>`;
