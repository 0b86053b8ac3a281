export function retryAfterMsOf(headers) {
    const value = headers.get('retry-after')?.trim() ?? '';
    if (/^\d+$/.test(value))
        return Number(value) * 1_000;
    const at = /^[A-Z][a-z]+, .* GMT$/.test(value) ? Date.parse(value) : Number.NaN;
    if (Number.isNaN(at))
        return undefined;
    const sentAt = Date.parse(headers.get('date') ?? '');
    return Math.max(at - (Number.isNaN(sentAt) ? Date.now() : sentAt), 0);
}
