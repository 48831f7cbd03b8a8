/** Toasts of list and chat. English, as the product's first version had them. */
export const chatErrorTexts = {
  title: 'Error',
  loadRefused: 'Failed to load messages',
  loadCrashed: 'Something went wrong while loading messages',
  sendRefused: 'Failed to send message',
  sendCrashed: 'Something went wrong while sending your message',
} as const
