<?php

declare(strict_types=1);

namespace Textloom;

/** Why a delivery was not accepted. The message names no secret and nothing of the body. */
final class WebhookVerificationException extends \RuntimeException
{
}
