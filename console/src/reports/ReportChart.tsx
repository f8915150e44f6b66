import '@mantine/charts/styles.layer.css';
import { BarChart } from '@mantine/charts';
import type { Chart } from './toChart.ts';

interface ReportChartProps {
  chart: Chart;
  height: number;
}

/** Shows a chart, which screen readers skip because the table below contains the same data. */
export default function ReportChart({ chart: { series, bars }, height }: ReportChartProps) {
  return (
    <BarChart
      h={height}
      type="stacked"
      data={[...bars]}
      dataKey="period"
      series={[...series]}
      withLegend
      legendProps={{ verticalAlign: 'bottom', itemSorter: null }}
      valueFormatter={(value) => value.toLocaleString()}
      maxBarWidth={44}
      barChartProps={{ accessibilityLayer: false }}
      yAxisProps={{ allowDecimals: false, width: 44 }}
      aria-hidden
    />
  );
}
