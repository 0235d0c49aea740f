/** Runs in the page: a `PushManager` that subscribes at the given endpoint, and a user who allows notifications when asked. */
export function standIn({ endpoint, p256dh, auth }: { endpoint: string; p256dh: string; auth: string }) {
  const kept = 'stand-in.subscribed'
  const subscription = {
    endpoint,
    toJSON: () => ({ endpoint, keys: { p256dh, auth } }),
    unsubscribe: async () => {
      localStorage.removeItem(kept)
      return true
    },
  }
  let permission: NotificationPermission = 'default'
  Object.defineProperty(Notification, 'permission', { get: () => permission })
  Notification.requestPermission = async () => (permission = 'granted')
  Object.assign(PushManager.prototype, {
    subscribe: async () => {
      localStorage.setItem(kept, '1')
      return subscription
    },
    getSubscription: async () => (localStorage.getItem(kept) === null ? null : subscription),
  })
}
