export const reportRequestExample = {
  reportType: 'PRICE_CHANGES',
  marketplaceIds: ['STORE_US'],
  parameters: { state: 'APPLIED' },
  format: 'JSONL',
};

const asked = {
  reportId: 'rep_0195f2a1c7d35b0e9a417c2f60d8e4b1a2c3',
  ...reportRequestExample,
};

export const reportExample = {
  ...asked,
  state: 'DONE',
  createdTime: '2026-11-15T12:00:00.000Z',
  startedTime: '2026-11-15T12:00:01.000Z',
  endedTime: '2026-11-15T12:00:02.000Z',
  expiresTime: '2026-11-22T12:00:00.000Z',
  instant: '2026-11-15T12:00:01.000Z',
  sequence: '17',
  versions: { program: '0.3.0' },
  processed: 1,
  total: 1,
  reportDocumentId: 'doc_0195f2a1c7d3e2d7704f1b8e4c5a9d3b6f20',
  lines: 1,
  bytes: 724,
  gzipBytes: 402,
  createdBy: 'demoseller',
};

export const queuedReportExample = {
  ...asked,
  state: 'IN_QUEUE',
  createdTime: '2026-11-15T12:00:00.000Z',
  expiresTime: '2026-11-22T12:00:00.000Z',
  processed: 0,
  createdBy: 'demoseller',
};

export const documentExample =
  '{"reportId":"rep_0195f2a1c7d35b0e9a417c2f60d8e4b1a2c3","reportType":"PRICE_CHANGES","marketplaceIds":["STORE_US"],"instant":"2026-11-15T12:00:01.000Z","sequence":"17","versions":{"program":"0.3.0"}}\n' +
  '{"PriceChangeId":"pc_01a1eee06172c558318c83cb8979b9b575a9-000","MarketplaceId":"STORE_US","SellerSKU":"DEMO-SKU-1","State":"APPLIED"}\n';

export const csvExample =
  'PriceChangeId,MarketplaceId,SellerSKU,State\r\npc_01a1eee06172c558318c83cb8979b9b575a9-000,STORE_US,DEMO-SKU-1,APPLIED\r\n';
