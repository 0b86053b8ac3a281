export const base64url = (bytes) => btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
export const randomText = () => base64url(crypto.getRandomValues(new Uint8Array(32)));
