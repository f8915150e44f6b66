import { defineCreate } from 'zapier-platform-core';
import { contract } from '@textloom/shared/contract';
import { rethrowUnconfirmed } from '../connection/errors.ts';
import {
  broadcastFields,
  broadcastForm,
  broadcastEffect,
  listFields,
  requireWholeAttributes,
  toBroadcast,
} from '../fields/broadcastForm.ts';
import { advanced } from '../fields/fields.ts';
import { readInputData } from '../fields/readInputData.ts';
import { toOutput } from '../fields/toOutput.ts';
import { broadcastResult } from '../fields/results.ts';
import { toCallOptions } from '../sending/sendOnce.ts';
import { simulateBroadcast } from '../sending/simulateBroadcast.ts';
import { resolveLists } from '../connection/resolveLists.ts';
import { withClient } from '../connection/withClient.ts';

const { create } = contract.broadcast;

export const sendBroadcast = defineCreate({
  key: 'send_broadcast',
  noun: 'Broadcast',
  display: {
    label: 'Send Broadcast',
    description:
      'Sends one text to the contacts of lists, or to contacts that match a filter. A test of the step sends nothing.',
  },
  operation: {
    inputFields: broadcastFields,
    inputFieldGroups: [advanced],
    ...broadcastResult,
    perform: withClient(
      async (client, bundle) => {
        requireWholeAttributes(bundle);
        const { deduplication_key: key, ...input } = readInputData(broadcastForm, bundle);
        const broadcast = toBroadcast(await resolveLists(client, input, ...listFields));
        const shown = bundle.meta.isLoadingSample
          ? await simulateBroadcast(client, broadcast)
          : await client.broadcast
              .create(broadcast, toCallOptions('', key))
              .catch(rethrowUnconfirmed('broadcast'));
        return toOutput(create.output, shown);
      },
      broadcastFields,
      broadcastEffect,
    ),
  },
});
