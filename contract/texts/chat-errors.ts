/** The toasts of list and chat. They stay in English, as in the product's first version. */
export const chatErrorTexts = {
  title: 'Error',
  loadRefused: 'Failed to load messages',
  loadCrashed: 'Something went wrong while loading messages',
  sendRefused: 'Failed to send message',
  sendCrashed: 'Something went wrong while sending your message',
} as const
