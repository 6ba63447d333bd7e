import { signNotification as sign, verifyNotification as verify } from './notification-signature.ts';

export type { JsonObject, Notification, TestNotification } from './notification.ts';

/** @deprecated Import `signNotification` from `@assay/client/webhooks`. Version 0.3 removes this module. */
export const signNotification: typeof sign = sign;

/** @deprecated Import `verifyNotification` from `@assay/client` or `@assay/client/webhooks`. Version 0.3 removes this module. */
export const verifyNotification: typeof verify = verify;
