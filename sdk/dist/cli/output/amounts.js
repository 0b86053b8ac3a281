import { usageProblem } from '../problem.js';
export function amountOf(money) {
    return money && `${figureOf(money)} ${money.CurrencyCode}`;
}
export function figureOf(money) {
    return money?.Amount.toFixed(decimalsOf(money.CurrencyCode));
}
function decimalsOf(currency) {
    try {
        const { maximumFractionDigits = 2 } = new Intl.NumberFormat('en', {
            style: 'currency',
            currency,
        }).resolvedOptions();
        return maximumFractionDigits;
    }
    catch {
        return 2;
    }
}
export function readAmount(text, name, currency) {
    if (!/^\d{1,12}(\.\d{1,3})?$/.test(text))
        throw usageProblem(`${name} must be an amount such as 19.99, not "${text}".`);
    return { CurrencyCode: currency, Amount: Number(text) };
}
export const timeOf = (text) => text?.replace(/\.\d+Z$/, 'Z').replace('T', ' ');
