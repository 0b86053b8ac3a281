// Subscribes this browser: service worker, permission, the service's public key, subscription, destination.

const state = document.querySelector('#state');
const say = (text) => {
  state.textContent = text;
};

async function api(method, path, body) {
  const answer = await fetch(`/api${path}`, {
    method,
    ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  });
  const value = await answer.json();
  if (!answer.ok) throw new Error(value.error);
  return value;
}

/** Some browsers do not accept the key as text. */
function bytesOf(base64url) {
  const binary = atob(base64url.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}

async function subscribe() {
  if (!('serviceWorker' in navigator && 'PushManager' in window)) throw new Error('This browser has no push messages.');
  // Request the permission in the click handler: some browsers do not show the prompt otherwise.
  if ((await Notification.requestPermission()) !== 'granted')
    throw new Error('Notifications are not allowed for this page.');
  await navigator.serviceWorker.register('/sw.js');
  const { pushManager } = await navigator.serviceWorker.ready;
  const { publicKey } = await api('GET', '/pushKey');
  const applicationServerKey = bytesOf(publicKey);
  // A subscription for another key does not work with this service.
  await (await pushManager.getSubscription())?.unsubscribe();
  // Browsers require that every message is shown.
  const subscription = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey });
  const { channelId } = await api('POST', '/subscription', subscription.toJSON());
  return channelId;
}

function ready(channelId) {
  const test = document.querySelector('#test');
  test.disabled = false;
  test.onclick = async () => {
    say('Sending ...');
    const { status } = await api('POST', '/test', { channelId }).catch((error) => ({ status: error.message }));
    say(`Test: ${status}`);
  };
}

document.querySelector('#subscribe').onclick = async () => {
  try {
    say('Subscribing ...');
    const channelId = await subscribe();
    localStorage.setItem('channelId', channelId);
    ready(channelId);
    say(`Subscribed: destination ${channelId}.`);
  } catch (error) {
    say(`Not subscribed: ${error.message}`);
  }
};

const known = localStorage.getItem('channelId');
if (known) {
  ready(known);
  say(`Subscribed: destination ${known}.`);
}
