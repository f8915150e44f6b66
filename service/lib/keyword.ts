export type Keyword = 'stop' | 'start' | 'help';
