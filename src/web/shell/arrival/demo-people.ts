/** Whether one may enter as the demonstration's people with one tap; the server writes it into the document. */
export const hasDemoPeople = (): boolean => document.documentElement.dataset.demoPeople !== undefined
