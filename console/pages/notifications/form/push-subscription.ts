import { client } from '../../../api.ts';
import { settings } from '../../../settings.ts';
import type { PushSubscriptionKeys } from './form-values.ts';

/** Subscribes this browser to messages of the service. Rejects with words for the seller. */
export async function subscribeBrowser(): Promise<PushSubscriptionKeys> {
  if (!('serviceWorker' in navigator && 'PushManager' in window)) throw new Error('This browser has no push messages.');
  if ((await Notification.requestPermission()) !== 'granted')
    throw new Error(
      'Notifications are not allowed for this page. Allow them in the settings of the browser, then try again.',
    );
  const { publicKey } = await client.getPushKey();
  const { pushManager } = await workerRegistration();
  const applicationServerKey = bytesOf(publicKey);
  const options = { userVisibleOnly: true, applicationServerKey };
  try {
    // Ended first when it is for another key, as after a new installation of the service.
    const known = await pushManager.getSubscription();
    if (known && !isFor(known, applicationServerKey)) await known.unsubscribe();
    const subscription = await pushManager.subscribe(options);
    return subscription.toJSON() as PushSubscriptionKeys;
  } catch (cause) {
    throw new Error('The browser cannot reach its push service, or does not allow it here. Try again later.', {
      cause,
    });
  }
}

/** The worker shows messages also while no page is open. Its address is the same in every version. */
async function workerRegistration(): Promise<ServiceWorkerRegistration> {
  const address = `${settings.path}/worker.js`;
  const registration = await navigator.serviceWorker.register(trusted(address), { scope: `${settings.path}/` });
  if (registration.active) return registration;
  return navigator.serviceWorker.ready;
}

type TrustedUrls = { createScriptURL: (url: string) => string };
type Factory = { createPolicy: (name: string, rules: TrustedUrls) => TrustedUrls };

/** The one address that may become a script at run time (`trusted-types console-worker`). */
function trusted(address: string): string {
  const { trustedTypes } = window as { trustedTypes?: Factory };
  if (!trustedTypes) return address;
  policy ??= trustedTypes.createPolicy('console-worker', {
    createScriptURL: (url) => {
      if (url !== address) throw new TypeError('Only the worker of the console may be loaded.');
      return url;
    },
  });
  return policy.createScriptURL(address);
}
let policy: TrustedUrls | undefined;

function isFor({ options }: PushSubscription, key: Uint8Array): boolean {
  const known = new Uint8Array(options.applicationServerKey ?? new ArrayBuffer());
  return known.length === key.length && known.every((byte, n) => byte === key[n]);
}

/** Some browsers do not accept the key as text. */
const bytesOf = (base64url: string) =>
  Uint8Array.from(atob(base64url.replaceAll('-', '+').replaceAll('_', '/')), (character) => character.charCodeAt(0));
