export function signInMaxAgeMsOf(headers) {
    const challenge = headers.get('www-authenticate') ?? '';
    if (!/\berror="?insufficient_user_authentication\b/.test(challenge))
        return undefined;
    const [, seconds = '0'] = /\bmax_age="?(\d{1,9})\b/.exec(challenge) ?? [];
    return Number(seconds) * 1_000;
}
