import { Type } from '../../type.ts';

export const TermsRevisionShape = Type.Integer({
  minimum: 1,
  description:
    "The revision of the offer's terms: it rises by one with each change of its price, shipping, business price or quantity discounts, by whomever. IfTermsRevision of a price change refers to it.",
});
