import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { checkRow, exampleRows, schedulesWith } from './fees-table.ts';

/**
 * Worked by hand. A price is `listing + shipping`. A fee is `fee - promotion + tax = final`, or only the fee without promotion
 * and tax. An empty cell means that the line is absent. Defaults of a missing column: a fee of 0.00, the plan Professional, the
 * store does not ship, the day 2026-07-01.
 */
const CHECK_VALUES = `
| schedule | category                | price   | referral | total  | because                            |
|----------|-------------------------|---------|----------|--------|------------------------------------|
| US       | home_garden_kitchen     | 22.99   | 3.45     | 3.45   | 15 % of 22.99 = 3.4485             |
| US       | apparel_accessories     | 15.00   | 0.75     | 0.75   | up to and including 15: 5 %        |
| US       | apparel_accessories     | 15.01   | 1.50     | 1.50   | up to 20: 10 % of all = 1.501      |
| US       | apparel_accessories     | 25.00   | 3.75     | 3.75   | over 20: 15 %                      |
| US       | electronics_accessories | 150.00  | 19.00    | 19.00  | 15 % of 100 + 8 % of 50 = 15 + 4   |
| US       | jewelry                 | 300.00  | 52.50    | 52.50  | 20 % of 250 + 5 % of 50 = 50 + 2.5 |
| US       | watches                 | 2000.00 | 240.00   | 240.00 | 15 % of 1500 + 3 % of 500          |

| schedule | category            | price | store ships | parcel                | referral | fulfilment | total | because |
|----------|---------------------|-------|-------------|-----------------------|----------|------------|-------|---------|
| US       | home_garden_kitchen | 20.00 | yes         | 12 x 10 x 10 in, 6 lb | 3.00     | 7.75       | 10.75 | 1200 / 139 = 8.63, + 0.25 = 8.88, ships as 9 lb: 5.75 + 5 x 0.40 |
`;

const BAND = `
| schedule | category            | price         | referral | total | because                                             |
|----------|---------------------|---------------|----------|-------|-----------------------------------------------------|
| US       | apparel_accessories | 20.00         | 2.00     | 2.00  | up to and including 20: 10 %                        |
| US       | apparel_accessories | 20.01         | 3.00     | 3.00  | 15 % of 20.01 = 3.0015                              |
| US       | apparel_accessories | 14.00 + 2.00  | 1.60     | 1.60  | 16.00 chooses the rate: 10 % of 16.00               |
| US       | apparel_accessories | 0.00          | 0.00     | 0.00  | 5 % of nothing, no minimum                          |
| US       | apparel_accessories | 0.00 + 15.01  | 1.50     | 1.50  | shipping counts like the price                      |
| US       | baby                | 10.00         | 0.80     | 0.80  | up to and including 10: 8 %                         |
| US       | baby                | 10.01         | 1.50     | 1.50  | 15 % of 10.01 = 1.5015                              |
| US       | grocery             | 15.00         | 1.20     | 1.20  | up to and including 15: 8 %                         |
| US       | grocery             | 15.01         | 2.25     | 2.25  | 15 % of 15.01 = 2.2515                              |
| US       | personal_computers  | 999.99        | 60.00    | 60.00 | 6 % of 999.99 = 59.9994                             |
| US       | home_garden_kitchen | 0.01          | 0.00     | 0.00  | 0.0015 is rounded to nothing                        |
| US       | home_garden_kitchen | 0.10          | 0.02     | 0.02  | 0.015: halves go up                                 |
| US       | home_garden_kitchen | 22.90         | 3.44     | 3.44  | 3.435: halves go up                                 |
| US       | home_garden_kitchen | 20.00 + 3.99  | 3.60     | 3.60  | 15 % of 23.99 = 3.5985                              |
| US       | books               | 20.00 + 3.99  | 3.00     | 3.00  | media: 15 % of the listing price only               |
| US       | garden_gnomes       | 20.00         | 3.00     | 3.00  | not in the schedule: as everything_else, 15 %       |
| US       | constructor         | 20.00         | 3.00     | 3.00  | a category of that name is not in the schedule      |
| US       | home_garden_kitchen | 999999999999.99 | 150000000000.00 | 150000000000.00 | 149999999999.9985: the greatest price there is |
`;

const MARGINAL = `
| schedule | category                | price         | referral | total  | because                                        |
|----------|-------------------------|---------------|----------|--------|------------------------------------------------|
| US       | electronics_accessories | 100.00        | 15.00    | 15.00  | all in the first tier                          |
| US       | electronics_accessories | 100.01        | 15.00    | 15.00  | 15 + 8 % of 0.01 = 15.0008                     |
| US       | electronics_accessories | 100.07        | 15.01    | 15.01  | 15 + 8 % of 0.07 = 15.0056                     |
| US       | electronics_accessories | 90.00 + 20.00 | 15.80    | 15.80  | base 110: 15 + 8 % of 10                       |
| US       | electronics_accessories | 0.00          | 0.00     | 0.00   | nothing of nothing                             |
| US       | furniture               | 200.00        | 30.00    | 30.00  | 15 % of 200                                    |
| US       | furniture               | 350.00        | 45.00    | 45.00  | 30 + 10 % of 150                               |
| US       | appliances_compact      | 300.00        | 36.00    | 36.00  | 12 % of 300                                    |
| US       | appliances_compact      | 310.50        | 36.84    | 36.84  | 36 + 8 % of 10.50                              |
| US       | outdoor_power_tools     | 499.99 + 0.02 | 75.00    | 75.00  | 75 + 8 % of 0.01 = 75.0008                     |
| US       | jewelry                 | 250.00        | 50.00    | 50.00  | 20 % of 250                                    |
| US       | jewelry                 | 250.10        | 50.01    | 50.01  | 50 + 5 % of 0.10 = 50.005: halves go up        |
| US       | watches                 | 1500.00       | 225.00   | 225.00 | 15 % of 1500                                   |
| US       | watches                 | 1500.17       | 225.01   | 225.01 | 225 + 3 % of 0.17 = 225.0051                   |
`;

const MINIMUM_TAX_CLOSING_PER_ITEM = `
| schedule | category            | price        | plan         | referral                 | closing            | per item           | total  | because |
|----------|---------------------|--------------|--------------|--------------------------|--------------------|--------------------|--------|---------|
| CA       | home_garden_kitchen | 2.00         | Professional | 0.40 + 0.02 = 0.42       | 0.00               |                    | 0.42   | 15 % is 0.30, less than the minimum of 0.40; 5 % tax |
| CA       | home_garden_kitchen | 2.67         | Professional | 0.40 + 0.02 = 0.42       | 0.00               |                    | 0.42   | 0.4005: just the minimum |
| CA       | home_garden_kitchen | 2.70         | Professional | 0.41 + 0.02 = 0.43       | 0.00               |                    | 0.43   | 0.405: halves go up; tax 0.0205 |
| CA       | home_garden_kitchen | 0.00         | Professional | 0.40 + 0.02 = 0.42       | 0.00               |                    | 0.42   | the minimum holds at 0.00 too |
| CA       | jewelry             | 9.00         | Professional | 2.00 + 0.10 = 2.10       | 0.00               |                    | 2.10   | 20 % is 1.80, the minimum 2.00 |
| CA       | watches             | 2100.00      | Professional | 323.00 + 16.15 = 339.15  | 0.00               |                    | 339.15 | 16 % of 2000 + 3 % of 100 |
| CA       | books               | 10.00 + 3.99 | Professional | 1.50 + 0.08 = 1.58       | 1.00 + 0.05 = 1.05 |                    | 2.63   | tax 0.075: halves go up; media pay 1.00 closing fee |
| CA       | books               | 10.00 + 3.99 | Individual   | 1.50 + 0.08 = 1.58       | 1.00 + 0.05 = 1.05 | 1.49 + 0.07 = 1.56 | 4.19   | per item 1.49, tax 0.0745 |
| CA       | home_garden_kitchen | 20.00        | Individual   | 3.00 + 0.15 = 3.15       | 0.00               | 1.49 + 0.07 = 1.56 | 4.71   | no media, no closing fee |
| US       | books               | 20.00        | Professional | 3.00                     | 0.00               |                    | 3.00   | the American closing fee is 0.00 |
| US       | home_garden_kitchen | 20.00        | Individual   | 3.00                     | 0.00               | 0.00               | 3.00   | the plan has a per-item fee, the American one is 0.00 |
`;

const WEIGHT = `
| schedule | category            | price | store ships | parcel                       | referral           | fulfilment         | total  | because |
|----------|---------------------|-------|-------------|------------------------------|--------------------|--------------------|--------|---------|
| US       | home_garden_kitchen | 20.00 | yes         | 4 x 4 x 4 in, 0.75 lb        | 3.00               | 3.45               | 6.45   | 0.75 + 0.25 = 1 lb exactly |
| US       | home_garden_kitchen | 20.00 | yes         | 4 x 4 x 4 in, 0.751 lb       | 3.00               | 4.95               | 7.95   | 1.001 ships as 2 lb |
| US       | home_garden_kitchen | 20.00 | yes         | 20 x 20 x 20 in, 0.999 lb    | 3.00               | 4.95               | 7.95   | under 1 lb size is not looked at: 1.249 ships as 2 lb |
| US       | home_garden_kitchen | 20.00 | yes         | 20 x 20 x 20 in, 1 lb        | 3.00               | 30.35              | 33.35  | from 1 lb on it is: 8000 / 139 = 57.55, + 0.25, 58 lb: 27.55 + 7 x 0.40 |
| US       | home_garden_kitchen | 20.00 | yes         | 10 x 10 x 10 in, 8.75 lb     | 3.00               | 7.75               | 10.75  | 9 lb exactly: 5.75 + 5 x 0.40 |
| US       | home_garden_kitchen | 20.00 | yes         | 10 x 10 x 10 in, 8.751 lb    | 3.00               | 8.15               | 11.15  | 9.001 ships as 10 lb: 5.75 + 6 x 0.40 |
| US       | home_garden_kitchen | 20.00 | yes         | 12.5 x 9.73 x 10 in, 1 lb    | 3.00               | 7.75               | 10.75  | 1216.25 / 139 = 8.75 exactly, so 9 lb exactly |
| US       | home_garden_kitchen | 20.00 | yes         | 12.5 x 9.74 x 10 in, 1 lb    | 3.00               | 8.15               | 11.15  | 1217.5 / 139 = 8.759, so 10 lb |
| US       | home_garden_kitchen | 20.00 | yes         | 4 x 4 x 4 in, 1.75 lb        | 3.00               | 4.95               | 7.95   | 2 lb |
| US       | home_garden_kitchen | 20.00 | yes         | 4 x 4 x 4 in, 2.75 lb        | 3.00               | 5.45               | 8.45   | 3 lb |
| US       | home_garden_kitchen | 20.00 | yes         | 4 x 4 x 4 in, 3.75 lb        | 3.00               | 5.75               | 8.75   | 4 lb: no pound over 4 |
| US       | home_garden_kitchen | 20.00 | yes         | 4 x 4 x 4 in, 19.75 lb       | 3.00               | 12.15              | 15.15  | 20 lb is in the tier up to 20: 5.75 + 16 x 0.40 |
| US       | home_garden_kitchen | 20.00 | yes         | 4 x 4 x 4 in, 19.751 lb      | 3.00               | 15.55              | 18.55  | 21 lb is in the next |
| US       | home_garden_kitchen | 20.00 | yes         | 4 x 4 x 4 in, 29.75 lb       | 3.00               | 19.15              | 22.15  | 30 lb: 15.55 + 9 x 0.40 |
| US       | home_garden_kitchen | 20.00 | yes         | 4 x 4 x 4 in, 30.75 lb       | 3.00               | 19.55              | 22.55  | 31 lb |
| US       | home_garden_kitchen | 20.00 | yes         | 4 x 4 x 4 in, 49.75 lb       | 3.00               | 27.15              | 30.15  | 50 lb: 19.55 + 19 x 0.40 |
| US       | home_garden_kitchen | 20.00 | yes         | 4 x 4 x 4 in, 149.75 lb      | 3.00               | 67.15              | 70.15  | 150 lb: 27.55 + 99 x 0.40 |
| US       | home_garden_kitchen | 20.00 | yes         | 4 x 4 x 4 in, 149.751 lb     | 3.00               | 203.80             | 206.80 | 151 lb is big and bulky: 155 + 61 x 0.80 |
| CA       | home_garden_kitchen | 20.00 | yes         | 4 x 4 x 4 in, 4.2 lb         | 3.00 + 0.15 = 3.15 | 8.73 + 0.44 = 9.17 | 12.32  | 4.45 ships as 4.5: 7.90 + 1.5 x 0.55 = 8.725; tax 0.4365 |
| CA       | home_garden_kitchen | 20.00 | yes         | 4 x 4 x 4 in, 2.1 lb         | 3.00 + 0.15 = 3.15 | 7.90 + 0.40 = 8.30 | 11.45  | 2.35 ships as 2.5, the base pays for 3: 7.90; tax 0.395 |
`;

const SIZE = `
| schedule | category            | price | store ships | parcel                     | referral | fulfilment | total  | because |
|----------|---------------------|-------|-------------|----------------------------|----------|------------|--------|---------|
| US       | home_garden_kitchen | 20.00 | yes         | 48 x 10 x 10 in, 5 lb      | 3.00     | 21.15      | 24.15  | 48 in is not over 48: 35 lb, 19.55 + 4 x 0.40 |
| US       | home_garden_kitchen | 20.00 | yes         | 10 x 48.01 x 10 in, 5 lb   | 3.00     | 24.15      | 27.15  | 48.01 in is, on whichever side: + 3 |
| US       | home_garden_kitchen | 20.00 | yes         | 30 x 30 x 1 in, 5 lb       | 3.00     | 6.95       | 9.95   | median of 30 is not over 30: 7 lb, 5.75 + 3 x 0.40 |
| US       | home_garden_kitchen | 20.00 | yes         | 30.01 x 30.01 x 1 in, 5 lb | 3.00     | 9.95       | 12.95  | median of 30.01 is: + 3 |
| US       | home_garden_kitchen | 20.00 | yes         | 45 x 15 x 15 in, 5 lb      | 3.00     | 36.75      | 39.75  | 45 + 2 x 30 = 105 is not over 105: 74 lb, 27.55 + 23 x 0.40 |
| US       | home_garden_kitchen | 20.00 | yes         | 45.01 x 15 x 15 in, 5 lb   | 3.00     | 39.75      | 42.75  | 105.01 is: + 3 |
| US       | home_garden_kitchen | 20.00 | yes         | 96 x 8 x 8 in, 5 lb        | 3.00     | 28.15      | 31.15  | 45 lb: 19.55 + 14 x 0.40 = 25.15, oversize 3 |
| US       | home_garden_kitchen | 20.00 | yes         | 96.01 x 8 x 8 in, 5 lb     | 3.00     | 48.15      | 51.15  | over 96: oversize 3 and additional 20 |
| US       | home_garden_kitchen | 20.00 | yes         | 90 x 10 x 10 in, 5 lb      | 3.00     | 36.15      | 39.15  | 90 + 40 = 130 is not over 130: 65 lb, 27.55 + 14 x 0.40 + 3 |
| US       | home_garden_kitchen | 20.00 | yes         | 90.01 x 10 x 10 in, 5 lb   | 3.00     | 56.55      | 59.55  | 130.01 is, and 65.005 ships as 66 lb: 33.55 + 23 |
| US       | home_garden_kitchen | 20.00 | yes         | 108 x 6 x 6 in, 5 lb       | 3.00     | 41.75      | 44.75  | 29 lb: 15.55 + 8 x 0.40 = 18.75, + 23 |
| US       | home_garden_kitchen | 20.00 | yes         | 108.01 x 6 x 6 in, 5 lb    | 3.00     | 178.00     | 181.00 | big and bulky: 155, no pound over 90, + 23 |
| US       | home_garden_kitchen | 20.00 | yes         | 107 x 28 x 1 in, 5 lb      | 3.00     | 38.95      | 41.95  | 107 + 58 = 165 is not over 165: 22 lb, 15.95 + 23 |
| US       | home_garden_kitchen | 20.00 | yes         | 107 x 28.01 x 1 in, 5 lb   | 3.00     | 178.00     | 181.00 | 165.02 is: 155 + 23 |
| US       | home_garden_kitchen | 20.00 | yes         | 40 x 20 x 20 in, 200 lb    | 3.00     | 246.80     | 249.80 | 201 lb: 155 + 111 x 0.80 = 243.80, 40 + 80 = 120 is oversize: + 3 |
`;

const SURCHARGES_AND_PROGRAMS = `
| schedule | category            | price       | store ships       | parcel                           | referral           | fulfilment         | total | because |
|----------|---------------------|-------------|-------------------|----------------------------------|--------------------|--------------------|-------|---------|
| US       | apparel_accessories | 25.00       | yes               | 4 x 4 x 4 in, 0.75 lb            | 3.75               | 3.95               | 7.70  | 3.45 + 0.50 for apparel |
| US       | home_garden_kitchen | 20.00       | yes               | 4 x 4 x 4 in, 0.75 lb, hazmat    | 3.00               | 3.95               | 6.95  | 3.45 + 0.50 for dangerous goods |
| US       | home_garden_kitchen | 9.99        | yes               | 4 x 4 x 4 in, 0.75 lb            | 1.50               | 4.45               | 5.95  | 3.45 + 1.00 for a price under 10 |
| US       | home_garden_kitchen | 10.00       | yes               | 4 x 4 x 4 in, 0.75 lb            | 1.50               | 3.45               | 4.95  | 10.00 is not under 10 |
| US       | home_garden_kitchen | 9.99 + 5.00 | yes               | 4 x 4 x 4 in, 0.75 lb            | 2.25               | 4.45               | 6.70  | the listing price is under 10, whatever shipping is |
| US       | home_garden_kitchen | 0.00        | yes               | 4 x 4 x 4 in, 0.75 lb            | 0.00               | 4.45               | 4.45  | 0.00 is under 10 |
| US       | apparel_accessories | 9.00        | yes, FS_EXPEDITED | 48.01 x 10 x 10 in, 5 lb, hazmat | 0.45               | 28.15              | 28.60 | 21.15 + 0.50 + 0.50 + 1 + 3, + 2 for the program |
| US       | home_garden_kitchen | 20.00       | yes, FS_STANDARD  | 12 x 10 x 10 in, 6 lb            | 3.00               | 7.75               | 10.75 | the default, named explicitly |
| US       | home_garden_kitchen | 20.00       | yes, FS_CORE      | 12 x 10 x 10 in, 6 lb            | 3.00               | 7.75               | 10.75 | another word for FS_STANDARD |
| US       | home_garden_kitchen | 20.00       | yes, FS_EXPEDITED | 12 x 10 x 10 in, 6 lb            | 3.00               | 9.75               | 12.75 | 7.75 + 2 |
| US       | home_garden_kitchen | 20.00       | yes, fs_Expedited | 12 x 10 x 10 in, 6 lb            | 3.00               | 9.75               | 12.75 | in any case |
| CA       | home_garden_kitchen | 20.00       | yes, FS_EXPEDITED | 4 x 4 x 4 in, 0.75 lb            | 3.00 + 0.15 = 3.15 | 9.45 + 0.47 = 9.92 | 13.07 | 5.95 + 3.50; tax 0.4725 |
| US       | home_garden_kitchen | 20.00       | no, FS_EXPEDITED  | 12 x 10 x 10 in, 6 lb            | 3.00               |                    | 3.00  | the seller ships: no fulfilment fee |
`;

const FAILURES = `
| schedule | category            | price | store ships       | parcel                | referral | total                                          | because |
|----------|---------------------|-------|-------------------|-----------------------|----------|------------------------------------------------|---------|
| US       | home_garden_kitchen | 20.00 | yes               | 6 lb                  |          | no estimate: DataNotAvailable, reasons: 1      | no dimensions |
| US       | home_garden_kitchen | 20.00 | yes               | 12 x 10 x 10 in       |          | no estimate: DataNotAvailable, reasons: 1      | no weight |
| US       | home_garden_kitchen | 20.00 | yes               |                       |          | no estimate: DataNotAvailable, reasons: 2      | neither |
| US       | home_garden_kitchen | 20.00 | no                |                       | 3.00     | 3.00                                           | not needed when the seller ships |
| US       | home_garden_kitchen | 20.00 | yes, FS_OVERNIGHT | 12 x 10 x 10 in, 6 lb |          | no estimate: InvalidParameterValue, reasons: 1 | no such program |
| US       | home_garden_kitchen | 20.00 | yes, FS_OVERNIGHT |                       |          | no estimate: InvalidParameterValue, reasons: 1 | the caller's mistake comes first |
| US       | home_garden_kitchen | 20.00 | no, FS_OVERNIGHT  |                       | 3.00     | 3.00                                           | not looked at when the seller ships |
`;

const promotion = { from: '2026-03-01', until: '2026-06-01' };
const SPRING = [
  { ...promotion, promotionId: 'TENTH', name: 'A tenth', feeType: 'ReferralFee', kind: 'percentage', value: 10 },
  {
    ...promotion,
    promotionId: 'HOME',
    name: '0.50 off homes from 10 to 50',
    feeType: 'ReferralFee',
    kind: 'fixed',
    value: 0.5,
    minPrice: 10,
    maxPrice: 50,
    categories: ['home_garden_kitchen'],
  },
  {
    ...promotion,
    promotionId: 'NINE',
    name: '5.00 off',
    feeType: 'ReferralFee',
    kind: 'fixed',
    value: 5,
    itemIds: ['ITEM9'],
  },
  {
    ...promotion,
    promotionId: 'ELSE',
    name: '0.10 off',
    feeType: 'ReferralFee',
    kind: 'fixed',
    value: 0.1,
    categories: ['everything_else'],
  },
  { ...promotion, promotionId: 'SHIP', name: 'A quarter', feeType: 'FSFulfillmentFee', kind: 'percentage', value: 25 },
  { ...promotion, promotionId: 'CLOSE', name: '0.25 off', feeType: 'VariableClosingFee', kind: 'fixed', value: 0.25 },
  { ...promotion, promotionId: 'FREE', name: 'All of it', feeType: 'PerItemFee', kind: 'percentage', value: 100 },
];

const PROMOTIONS = `
| schedule        | category            | price | item  | date       | referral           | total | because |
|-----------------|---------------------|-------|-------|------------|--------------------|-------|---------|
| US + promotions | toys_games          | 20.00 | ITEM1 | 2026-02-28 | 3.00               | 3.00  | not begun |
| US + promotions | toys_games          | 20.00 | ITEM1 | 2026-03-01 | 3.00 - 0.30 = 2.70 | 2.70  | begins on this day: a tenth of 3.00 |
| US + promotions | toys_games          | 20.00 | ITEM1 | 2026-05-31 | 3.00 - 0.30 = 2.70 | 2.70  | the last day |
| US + promotions | toys_games          | 20.00 | ITEM1 | 2026-06-01 | 3.00               | 3.00  | over |
| US + promotions | toys_games          | 22.99 | ITEM1 | 2026-05-01 | 3.45 - 0.35 = 3.10 | 3.10  | 0.345: halves go up |
| US + promotions | home_garden_kitchen | 20.00 | ITEM1 | 2026-05-01 | 3.00 - 0.80 = 2.20 | 2.20  | two add up: 0.30 + 0.50 |
| US + promotions | home_garden_kitchen | 9.99  | ITEM1 | 2026-05-01 | 1.50 - 0.15 = 1.35 | 1.35  | 9.99 is below 10 |
| US + promotions | home_garden_kitchen | 10.00 | ITEM1 | 2026-05-01 | 1.50 - 0.65 = 0.85 | 0.85  | 10.00 is enough |
| US + promotions | home_garden_kitchen | 50.00 | ITEM1 | 2026-05-01 | 7.50 - 1.25 = 6.25 | 6.25  | 50.00 is not too much |
| US + promotions | home_garden_kitchen | 50.01 | ITEM1 | 2026-05-01 | 7.50 - 0.75 = 6.75 | 6.75  | 50.01 is |
| US + promotions | toys_games          | 20.00 | ITEM9 | 2026-05-01 | 3.00 - 3.00 = 0.00 | 0.00  | 0.30 + 5.00, but no more than the fee |
| US + promotions | garden_gnomes       | 20.00 | ITEM1 | 2026-05-01 | 3.00 - 0.40 = 2.60 | 2.60  | charged as everything_else, and promoted as it: 0.30 + 0.10 |
| CA + promotions | toys_games          | 20.00 | ITEM1 | 2026-05-01 | 3.00 - 0.30 + 0.14 = 2.84 | 2.84 | tax on 2.70 is 0.135: halves go up |

| schedule        | category | price | plan       | store ships | parcel                | date       | referral                  | closing                   | per item           | fulfilment         | total | because |
|-----------------|----------|-------|------------|-------------|-----------------------|------------|---------------------------|---------------------------|--------------------|--------------------|-------|---------|
| US + promotions | toys_games | 20.00 | Professional | yes     | 12 x 10 x 10 in, 6 lb | 2026-05-01 | 3.00 - 0.30 = 2.70        | 0.00                      |                    | 7.75 - 1.94 = 5.81 | 8.51  | a quarter of 7.75 = 1.9375; 0.25 off a closing fee of nothing is nothing |
| CA + promotions | books    | 10.00 | Individual | no          |                       | 2026-05-01 | 1.50 - 0.15 + 0.07 = 1.42 | 1.00 - 0.25 + 0.04 = 0.79 | 1.49 - 1.49 = 0.00 |                    | 2.21  | tax 0.0675 and 0.0375; nothing left, no tax |
`;

const PARTS = {
  'the check values of decision 19': CHECK_VALUES,
  'one rate for the whole price': BAND,
  'each rate on its portion': MARGINAL,
  'minimum, tax, closing and per-item fee': MINIMUM_TAX_CLOSING_PER_ITEM,
  'fulfilment by weight': WEIGHT,
  'fulfilment by size': SIZE,
  'surcharges and programs': SURCHARGES_AND_PROGRAMS,
  failures: FAILURES,
  promotions: PROMOTIONS,
};

describe('fees worked by hand', () => {
  const schedules = schedulesWith(SPRING);
  for (const [name, table] of Object.entries(PARTS)) {
    it(name, () => {
      const rows = exampleRows(table);
      assert.ok(rows.length >= 7);
      for (const row of rows) checkRow(row, schedules);
    });
  }
});
