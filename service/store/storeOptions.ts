export const queueOptions = {
  useListenNotify: true,
  schedule: false,
  superviseIntervalSeconds: 2,
  monitorIntervalSeconds: 2,
};

/** Messages that change in one transaction: more would keep others from them for too long. */
export const mostAtOnce = 500;
