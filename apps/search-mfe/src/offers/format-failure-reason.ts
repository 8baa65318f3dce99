/** Message and status of an HTTP failure as two sentences: "Flight offer not found. Offer request failed with status: 404". (ERROR-03) */
export function formatFailureReason(message: string | undefined, what: string, status: number): string {
  const sentence = message?.replace(/[^.!?]$/, '$&.');
  return [sentence, `${what} failed with status: ${status}`].filter(Boolean).join(' ');
}
