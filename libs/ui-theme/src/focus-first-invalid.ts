/**
 * Moves the focus to the first field of a form or dialog that is marked as invalid, below the header, once its error is rendered; to what matches
 * `otherwise` where no field is. (CARE-07)
 */
export function focusFirstInvalid(form: HTMLElement, otherwise?: string): void {
  requestAnimationFrame(() => {
    const find = (selector: string) => form.querySelector<HTMLElement>(selector);
    (find('[aria-invalid="true"]') ?? (otherwise ? find(otherwise) : null))?.focus();
  });
}
