// The service worker of the console: it shows push messages, also while no page is open. It is a script, not a module: not every
// browser has workers that are modules. It serves no requests.
{
  type Message = { title: string; body: string; id: string; url?: string };
  type Extended = Event & { waitUntil: (work: Promise<unknown>) => void };
  type Push = Extended & { data: { json: () => Message } };
  type Click = Extended & { notification: Notification };
  type Clients = { openWindow: (url: string) => Promise<unknown>; claim: () => Promise<void> };
  type Worker = EventTarget & {
    skipWaiting: () => Promise<void>;
    clients: Clients;
    registration: ServiceWorkerRegistration;
  };

  const worker = self as unknown as Worker;

  worker.addEventListener('install', (event) => (event as Extended).waitUntil(worker.skipWaiting()));
  worker.addEventListener('activate', (event) => (event as Extended).waitUntil(worker.clients.claim()));

  worker.addEventListener('push', (event) => {
    const push = event as Push;
    const { title, body, id, url } = push.data.json();
    // A repeat has the same tag and takes the place of the first.
    push.waitUntil(worker.registration.showNotification(title, { body, tag: id, data: { url } }));
  });

  // The page of the message, which needs no sign-in; a test has none.
  worker.addEventListener('notificationclick', (event) => {
    const { notification, waitUntil } = event as Click;
    notification.close();
    const { url } = notification.data as { url?: string };
    waitUntil.call(event, worker.clients.openWindow(url ?? `${worker.registration.scope}notifications`));
  });
}
