/**
 * Focuses the first field whose value nobody can send, such as half a date, and returns true if
 * there is one. Other rules of HTML do not count, because the service checks the values itself.
 */
export function focusInvalid(form: HTMLFormElement): boolean {
  const invalid = [...form.querySelectorAll('input')].find(
    ({ validity }) => validity.customError || validity.badInput,
  );
  // The field then shows its error.
  invalid?.checkValidity();
  invalid?.focus();
  return invalid !== undefined;
}
