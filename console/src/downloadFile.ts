/** Downloads a CSV file. Excel reads UTF-8 only after a byte order mark. */
export const downloadCsv = (name: string, text: string): void =>
  download(name, `\uFEFF${text}`, 'text/csv;charset=utf-8');

export const downloadJson = (name: string, value: unknown): void =>
  download(name, JSON.stringify(value, null, 2), 'application/json');

function download(name: string, text: string, type: string): void {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
