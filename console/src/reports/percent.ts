const format = new Intl.NumberFormat(undefined, { style: 'percent', maximumFractionDigits: 1 });

export const percent = (rate: number | null): string => (rate === null ? '–' : format.format(rate));
