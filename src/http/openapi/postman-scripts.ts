/*
 * Small programs of a Postman collection, which Postman and other clients run before and after a request, in their own sandbox.
 */

type Event = { readonly listen: 'prerequest' | 'test'; readonly script: { type: string; exec: readonly string[] } };

export type TokenOwner = 'seller' | 'operator';

const event = (listen: Event['listen'], lines: string): Event => ({
  listen,
  script: { type: 'text/javascript', exec: lines.trim().split('\n') },
});

/** Gets a token with the client's id and secret when there is none that lives for another minute. Without a client a token set by hand stays. */
export const renewToken = (caller: TokenOwner): Event =>
  event(
    'prerequest',
    `
const kept = pm.collectionVariables;
const [id, secret] = ['${caller}ClientId', '${caller}ClientSecret'].map((name) => encodeURIComponent(pm.variables.get(name) || ''));
if (id && Number(kept.get('${caller}TokenUntil') || 0) < Date.now()) {
  pm.sendRequest({
    url: pm.variables.replaceIn('{{baseUrl}}/auth/v4/token'),
    method: 'POST',
    header: { Authorization: 'Basic ' + btoa(id + ':' + secret), 'Content-Type': 'application/x-www-form-urlencoded' },
    body: { mode: 'urlencoded', urlencoded: [{ key: 'grant_type', value: 'client_credentials' }] },
  }, (error, answer) => {
    if (error || answer.code !== 200) throw new Error('No token for ${caller}ClientId: ' + (error || answer.text()));
    const { access_token, expires_in } = answer.json();
    kept.set('${caller}Token', access_token);
    kept.set('${caller}TokenUntil', Date.now() + (expires_in - 60) * 1000);
  });
}`,
  );

/** Keeps members of the answer in variables: the requests that follow are about what this one created. */
export const keepFromAnswer = (members: Readonly<Record<string, readonly (string | number)[]>>): Event =>
  event(
    'test',
    `
if (pm.response.code < 300) {
  const answer = pm.response.json();
${Object.entries(members)
  .map(
    ([key, path]) => `  keep('${key}', ${['answer', ...path.map((step) => `[${JSON.stringify(step)}]`)].join('?.')});`,
  )
  .join('\n')}
}
function keep(name, value) {
  if (value !== undefined) pm.collectionVariables.set(name, value);
}`,
  );
