<?php

declare(strict_types=1);

namespace Textloom;

/** Left out, where null would say that the field is to be emptied. */
enum Omitted
{
    case Value;
}
