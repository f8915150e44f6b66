import { describe, expect, it } from '@jest/globals';
import { planMergeFields } from '@textloom/shared/connector/planMergeFields';

describe('the merge fields of a text in a workflow', () => {
  it.each([
    ['only the author wrote', 'Hi {{first_name|there}}', 'Hi {{first_name|there}}', true],
    ['somebody else wrote', undefined, 'Repeat: {{notes}}', false],
    ['a mapped value contains', '{{42__text}}', 'Repeat: {{notes}}', false],
    ['nobody wrote', 'Hi {{42__name}}', 'Hi Ann', false],
  ])('that %s stay as they are', (_case, typed, text, isMerged) =>
    expect(planMergeFields(typed, text)).toEqual({ text, merge_fields: isMerged }),
  );

  it.each([
    ['{{notes}}', '{ {notes}}'],
    ['{{notes|none}}', '{ {notes|none}}'],
    ['{{first_name|{{notes}}}}', '{{first_name|{ {notes}}}}'],
    ['{{{notes}}}', '{{ {notes}}}'],
  ])('lose their meaning in %s, if the author typed others', (theirs, broken) =>
    expect(
      planMergeFields('Hi {{first_name}}: {{42__text}}', `Hi {{first_name}}: ${theirs}`),
    ).toEqual({ text: `Hi {{first_name}}: ${broken}`, merge_fields: true }),
  );
});
