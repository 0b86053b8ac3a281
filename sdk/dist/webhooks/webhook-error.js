export class WebhookError extends Error {
    name = 'WebhookError';
    code;
    constructor(code, message) {
        super(message);
        this.code = code;
    }
}
