import type { IDataObject } from 'n8n-workflow';

/**
 * An object of the API as a workflow gets it: `error`, which tells why a message did not arrive, is
 * called `failure`. n8n takes an item with a key `error` for one whose node has failed: with "Retry
 * On Fail" it would run the node again because somebody looked up a message that was not delivered.
 */
export function toOutput({ error, ...object }: IDataObject): IDataObject {
	return error === undefined ? object : { ...object, failure: error };
}
