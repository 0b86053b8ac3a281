import { RECORD_KINDS } from '../../domain/market/records/envelope.ts';
import { Type } from '../type.ts';

export const ExportQuery = Type.Object({
  kind: Type.Optional.Array(Type.Enum([...RECORD_KINDS]), {
    ...{ minItems: 1, maxItems: RECORD_KINDS.length, examples: [['offer']] },
    description: 'Only records of this kind; repeat it for several. Without it all.',
  }),
  marketplaceId: Type.Optional.String({
    ...{ minLength: 1, maxLength: 64, examples: ['STORE_US'] },
    description: 'Only records of this marketplace. Sellers are of none, so they come in any case. Without it all.',
  }),
  compression: Type.Optional.Enum(['GZIP'], { description: 'GZIP: a gzip file.' }),
});
