/** Answers by the request that they belong to, such as `demoseller GET /notifications/v4/destinations`. */
export type Answers = Record<string, unknown>;

const market = 'MarketplaceId=STORE_US';
const offers = (sku: string, condition: string) =>
  `/products/pricing/v4/listings/${sku}/offers?${market}&ItemCondition=${condition}`;

const questions = [
  'GET /sellers/v4/marketplaceParticipations',
  `GET ${offers('DEMO-SKU-1', 'New')}`,
  `GET ${offers('DEMO-SKU-2', 'New')}`,
  `GET ${offers('DEMO-SKU-3', 'Used')}`,
  `GET ${offers('DEMO-SKU-19', 'New')}`,
  `GET /products/pricing/v4/items/ITEM000002/offers?${market}&ItemCondition=New&CustomerType=Business`,
  `GET /products/pricing/v4/competitivePrice?${market}&ItemType=Sku&Skus=DEMO-SKU-1,DEMO-SKU-2,DEMO-SKU-20`,
  `GET /products/pricing/v4/price?${market}&ItemType=Sku&Skus=DEMO-SKU-1,DEMO-SKU-2,DEMO-SKU-14`,
  'POST /products/fees/v4/items/ITEM000001/feesEstimate?explain=true',
  'POST /products/fees/v4/items/ITEM000014/feesEstimate?explain=true',
  'GET /notifications/v4/pushKey',
  'GET /notifications/v4/destinations',
];

/** Asks a service that holds the demo market, as both of its sellers: market, fees, destinations, delivery log. */
export async function answersFrom(base: string): Promise<Answers> {
  const answers: Answers = {};
  for (const client of ['demoseller', 'demorival']) {
    const headers = { authorization: `Bearer ${await tokenOf(base, client)}` };
    const ask = async (question: string): Promise<unknown> => {
      const [method = '', path = ''] = question.split(' ');
      const answer = await fetch(`${base}${path}`, { method, headers });
      // When the fees were estimated differs each time.
      const text = (await answer.text()).replace(/"TimeOfFeesEstimation":"[^"]*"/g, '"TimeOfFeesEstimation":"now"');
      const body = JSON.parse(text);
      answers[`${client} ${question}`] = { status: answer.status, body };
      return body;
    };
    for (const question of questions) await ask(question);
    for (const channelId of idsIn(await ask('GET /notifications/v4/destinations'), 'channelId')) {
      await ask(`GET /notifications/v4/destinations/${channelId}`);
      const log = await ask(`GET /notifications/v4/destinations/${channelId}/deliveries?limit=10`);
      for (const deliveryId of idsIn(log, 'deliveryId')) await ask(`GET /notifications/v4/deliveries/${deliveryId}`);
    }
  }
  return answers;
}

export async function tokenOf(base: string, client: string): Promise<string> {
  const answer = await fetch(`${base}/auth/v4/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${btoa(`${client}:${client}secret`)}` },
    body: new URLSearchParams({ grant_type: 'client_credentials' }),
  });
  if (answer.status !== 200) throw new Error(`${client} gets no token: ${await answer.text()}`);
  return ((await answer.json()) as { access_token: string }).access_token;
}

const idsIn = (body: unknown, name: string): string[] => [
  ...new Set(
    Array.from(JSON.stringify(body).matchAll(new RegExp(`"${name}":"([^"]+)"`, 'g')), ([, id]) => id as string),
  ),
];
