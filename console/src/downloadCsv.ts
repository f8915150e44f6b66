/** Downloads a CSV file. */
export function downloadCsv(name: string, text: string): void {
  // Excel reads UTF-8 only after a byte order mark.
  const url = URL.createObjectURL(new Blob(['\uFEFF', text], { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
