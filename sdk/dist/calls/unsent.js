const BEFORE_SENDING = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT'];
export function wasNeverSent(failure) {
    const { cause } = Object(failure);
    return BEFORE_SENDING.includes(Object(cause).code);
}
