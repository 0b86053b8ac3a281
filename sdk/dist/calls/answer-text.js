export async function textWithin(response, maxBytes) {
    if (!response.body)
        return response.text();
    const reader = response.body.getReader();
    const decoder = new TextDecoder();
    let text = '';
    let left = maxBytes;
    for (;;) {
        const { done, value } = await reader.read();
        if (done)
            return text + decoder.decode();
        left -= value.length;
        if (!(left >= 0)) {
            reader.cancel().catch(() => undefined);
            return undefined;
        }
        text += decoder.decode(value, { stream: true });
    }
}
