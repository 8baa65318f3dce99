/** Before the item of the button with this value is removed from its list: if the button has the focus, another one of the list gets it. */
export function focusNext(value: string, focusOther: () => void): void {
  const { activeElement } = document;
  if (!(activeElement instanceof HTMLButtonElement) || activeElement.value !== value) return;
  const buttons = [...(activeElement.closest('ul')?.querySelectorAll('button') ?? [])];
  const index = buttons.indexOf(activeElement);
  const next = buttons[index + 1] ?? buttons[index - 1];
  if (next) next.focus();
  else focusOther();
}
