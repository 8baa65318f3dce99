/** Whether a text is a UUID. PostgreSQL fails to compare any other text with a uuid column. */
export const isUuid = (text: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);
