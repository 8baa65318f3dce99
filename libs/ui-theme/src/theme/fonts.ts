const stacks: Record<string, string> = {
  'Plus Jakarta Sans': '"Plus Jakarta Sans Variable", "Plus Jakarta Sans Fallback", system-ui, sans-serif',
  'System UI': 'system-ui, -apple-system, "Segoe UI", Roboto, sans-serif',
  Georgia: 'Georgia, "Times New Roman", serif',
};

/** The CSS value for a font that a brand may choose; an unknown name gets the system's. */
export function fontStack(font: string): string {
  return stacks[font] ?? 'system-ui, sans-serif';
}
