const stacks: Record<string, string> = {
  'Plus Jakarta Sans': '"Plus Jakarta Sans Variable", "Plus Jakarta Sans Fallback", system-ui, sans-serif',
  'System UI': 'system-ui, -apple-system, "Segoe UI", Roboto, sans-serif',
  Georgia: 'Georgia, "Times New Roman", serif',
};

/** The CSS font stack for a brand's font; the system font for an unknown name. */
export function fontStack(font: string): string {
  return stacks[font] ?? 'system-ui, sans-serif';
}
