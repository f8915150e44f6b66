import type { INodeProperties } from 'n8n-workflow';
import { findChoice } from '@textloom/shared/connector/labels';
import type { Field } from '../operations/actions.ts';

/**
 * Returns false for a field that another choice hides, because n8n keeps its value. An expression may
 * return the label of a choice.
 */
export const isShown = (
	{ displayOptions }: INodeProperties,
	fields: readonly Field[],
	read: (name: string) => unknown,
): boolean =>
	Object.entries(displayOptions?.show ?? {}).every(([name, values]) => {
		const given = read(name);
		if (given === '') return true;
		const field = fields.find(({ property }) => property.name === name);
		const chosen = (field && findChoice(field.schema, String(given))) ?? given;
		return values?.some((value) => value === chosen);
	});
