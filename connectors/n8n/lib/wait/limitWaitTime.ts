import type { INodeProperties, INodePropertyCollection } from 'n8n-workflow';
import { computeEndOfWait } from '@textloom/shared/connector/replies';
import { schema, type Infer, type Message } from '@textloom/shared/contract';
import { createField } from '../fields/fields.ts';

/** Describes the field for the time limit of a wait. */
export const createLimitWaitTime = (awaited: string) =>
	schema({
		type: 'object',
		title: 'Limit Wait Time',
		description: `How long to wait for ${awaited}; 24 hours if not set`,
		properties: {
			limit_type: {
				type: 'string',
				title: 'Limit Type',
				enum: ['afterTimeInterval', 'atSpecifiedTime'],
				labels: {
					afterTimeInterval: 'After Time Interval',
					atSpecifiedTime: 'At Specified Time',
				},
				default: 'afterTimeInterval',
				examples: ['afterTimeInterval'],
			},
			resume_amount: {
				type: 'number',
				title: 'Amount',
				minimum: 1,
				maximum: 1000,
				default: 24,
				examples: [24],
			},
			resume_unit: {
				type: 'string',
				title: 'Unit',
				enum: ['minutes', 'hours', 'days'],
				default: 'hours',
				examples: ['hours'],
			},
			max_date_and_time: {
				type: 'string',
				title: 'Max Date and Time',
				format: 'date-time',
				examples: ['2026-01-31T09:30:00.000Z'],
			},
		},
	});
type LimitWaitTime = ReturnType<typeof createLimitWaitTime>;
export type Limit = Infer<LimitWaitTime> | undefined;

/** Shows only the fields that the type of limit needs. */
export function limitProperty(limitWaitTime: LimitWaitTime): Partial<INodeProperties> {
	const [group] = createField('limitWaitTime', limitWaitTime).options as [INodePropertyCollection];
	const values = group.values.map((value) => {
		if (value.name === 'limitType') return value;
		const limitType = [value.type === 'dateTime' ? 'atSpecifiedTime' : 'afterTimeInterval'];
		return { ...value, displayOptions: { show: { limitType } } };
	});
	return {
		default: {
			[group.name]: { limitType: 'afterTimeInterval', resumeAmount: 24, resumeUnit: 'hours' },
		},
		options: [{ ...group, values }],
	};
}

const unitMinutes = { minutes: 1, hours: 60, days: 24 * 60 } as const;

/**
 * Returns the end of the wait in milliseconds since the epoch. An interval begins when the text is
 * sent.
 */
export function computeEnd(
	limit: Limit = {},
	message: Pick<Message, 'send_at' | 'created_at'>,
): number {
	const { limit_type, resume_amount = 24, resume_unit = 'hours', max_date_and_time } = limit;
	return Date.parse(
		limit_type === 'atSpecifiedTime'
			? (max_date_and_time ?? '')
			: computeEndOfWait(message, resume_amount * unitMinutes[resume_unit]),
	);
}
