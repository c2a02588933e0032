// SPDX-License-Identifier: GPL-2.0-or-later
#include <openssl/bio.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
