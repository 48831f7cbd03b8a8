/** Keys of session and local storage. A table's page needs them before the app runs. */
export const VISIT_SECRET_KEY = 'patronSecret'
export const PROFILE_DRAFT_KEY = 'profileDraft'
/** The staff have switched on the alarm on this device. */
export const ALARM_KEY = 'alarm'
export const NEW_DEVICE_SEEN_KEY = 'adminNewDeviceSeen'
export const ACCESS_REVIEWED_KEY = 'adminAccessReviewed'
export const DEVICE_KEYS_KEY = 'deviceKeys'
